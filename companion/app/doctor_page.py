"""The doctor's findings as a page: to look at on a phone, or to send to a friend."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape

from calibration.report_style import CSS
from companion import __version__
from companion.app.doctor_finding import Finding, Outcome
from companion.engine import Text
from companion.session.texts import Texts

_OWN = """
.finding{display:grid;grid-template-columns:7em 1fr;gap:2px 16px;padding:12px 0;
border-top:1px solid var(--line)}
.finding:first-of-type{border-top:0}
.finding p{margin:0}
.finding .advice{grid-column:2;color:var(--warn)}
.mark{font-weight:600}.passed .mark{color:var(--good)}.failed .mark{color:var(--warn)}
.skipped .mark,.skipped p{color:var(--soft)}
"""


def doctor_page(texts: Texts, findings: Sequence[Finding]) -> str:
    """Return a whole page, one file without a network; what has failed comes first."""
    failed = sum(finding.outcome is Outcome.FAILED for finding in findings)
    title = escape(texts(Text("doctor.title")))
    verdict = Text("doctor.ill", {"count": failed}) if failed else Text("doctor.well")
    order = (Outcome.FAILED, Outcome.PASSED, Outcome.SKIPPED)
    rows = "".join(_row(texts, f) for o in order for f in findings if f.outcome is o)
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return (
        f'<!doctype html>\n<html lang="{texts.language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>{CSS}{_OWN}</style></head><body><main>"
        f'<h1>{title}</h1><p class="soft">{now}, companion {__version__}</p>'
        f'<section class="verdict{" warn" if failed else ""}">'
        f"<strong>{escape(texts(verdict))}</strong></section>"
        f"<section>{rows}</section></main></body></html>\n"
    )


def _row(texts: Texts, finding: Finding) -> str:
    mark = escape(texts(Text(f"doctor.outcome.{finding.outcome}")))
    said = escape(texts(finding.said))
    advice = ""
    if finding.advice is not None:
        advice = f'<p class="advice">{escape(texts(finding.advice))}</p>'
    return (
        f'<div class="finding {finding.outcome}"><span class="mark">{mark}</span>'
        f"<p><b>{escape(texts(finding.name))}</b><br>{said}</p>{advice}</div>"
    )
