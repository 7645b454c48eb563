"""How the calibration report looks: on phones and large screens, by day and by night."""

CSS = """
:root{color-scheme:light dark;--paper:#f6f3ec;--card:#fffdf8;--ink:#23201a;--soft:#6f6757;
--line:#e2dccd;--good:#2f7d4f;--warn:#a85a10;--accent:#7a2e2e}
@media(prefers-color-scheme:dark){:root{--paper:#17150f;--card:#211e17;--ink:#efe9db;--soft:#a89f8c;
--line:#38332a;--good:#74c795;--warn:#f0ab5e;--accent:#e39a8f}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1120px;margin:0 auto;padding:20px 16px 60px}
h1{font-size:1.7rem;line-height:1.2;margin:.2em 0}
h2{font-size:1.15rem;margin:0 0 .3em}
h3{font-size:1rem;margin:1.2em 0 .4em}
p{margin:.3em 0 .8em}
.soft{color:var(--soft);font-size:.92rem}
section{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:18px;
margin-top:18px}
.verdict{border-left:8px solid var(--good)}
.verdict.warn{border-left-color:var(--warn)}
.verdict strong{font-size:1.2rem;font-weight:600}
.verdict ul{margin:.6em 0 0;padding-left:1.2em}
.verdict li{margin:.35em 0;overflow-wrap:anywhere}
figure{margin:0 0 14px}
figure img{display:block;width:100%;height:auto;border-radius:8px}
figcaption{color:var(--soft);font-size:.9rem;margin-top:4px;overflow-wrap:anywhere}
.grid{display:grid;gap:14px;grid-template-columns:repeat(auto-fill,minmax(132px,1fr))}
.two{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(300px,1fr))}
.wide{display:grid;gap:16px;grid-template-columns:repeat(auto-fit,minmax(min(100%,480px),1fr))}
.chip{border:1px solid var(--line);border-radius:10px;overflow:hidden;font-size:.9rem}
.chip img{display:block;width:100%;height:56px;object-fit:cover;image-rendering:pixelated}
.chip.tile img{height:110px;object-fit:contain;padding:8px;image-rendering:auto}
.chip div{padding:6px 10px 8px;line-height:1.3}
.chip small{display:block;color:var(--soft)}
.pair{display:grid;grid-template-columns:1fr 34% 3.2em;gap:2px 12px;align-items:center;
margin:.45em 0;font-size:.95rem}
meter{width:100%;height:14px}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin:0 0 10px;padding:0;list-style:none;
font-size:.9rem;color:var(--soft)}
.legend i{display:inline-block;width:12px;height:12px;border-radius:3px;margin-right:6px;
border:1px solid #0008;vertical-align:-1px}
table{border-collapse:collapse;width:100%}
td{padding:6px 8px 6px 0;border-top:1px solid var(--line);vertical-align:top}
td:last-child{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.warning{color:var(--warn)}
"""
