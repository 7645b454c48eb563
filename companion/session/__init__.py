"""One running table: its inbox, its event store, its cues and texts, and the ports it needs."""
