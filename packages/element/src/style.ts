/** Style sheet of the element's shadow root. */
export const STYLE = `
:host { display: block; position: relative; aspect-ratio: 16 / 9; overflow: hidden; background: #dfe3ea; color: #1c2333;
  --media-background-color: transparent; font: 14px/1.4 system-ui, sans-serif; contain: layout paint; }
:host([hidden]) { display: none; }
:host(:fullscreen) { width: 100%; height: 100%; aspect-ratio: auto; }
media-controller { display: block; width: 100%; height: 100%; line-height: inherit; }
[hidden] { display: none !important; }
.picture { display: block; position: absolute; inset: 0; outline-offset: -3px; }
:host(:fullscreen) .picture { touch-action: none !important; }
.picture:focus-visible { outline: 3px solid #1b7fcc; }
canvas { display: block; position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
.poster { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
media-control-bar { width: 100%; }
media-time-range { flex: 1 1 4em; min-width: 4em; }
media-volume-range { flex: 0 1 5em; min-width: 0; }
button, select { box-sizing: border-box; border: 0; margin: 0; min-height: 44px; color: rgb(238 238 238);
  background: rgb(20 20 30 / .7); font: bold 14px/1.7 system-ui, sans-serif; cursor: pointer; }
button { padding: 10px; }
button svg { display: block; width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }
button:hover, select:hover { background: rgb(50 50 70 / .7); }
button[aria-pressed='true'] { background: rgb(27 127 204 / .9); }
button:focus-visible, select:focus-visible { outline: 2px solid #7cc0f5; outline-offset: -3px; }
select { max-width: 10em; padding: 0 6px; }
select option { color: #1c2333; background: #fff; }
.messages { position: absolute; inset: 8px 8px auto; max-height: calc(100% - 70px); overflow: auto; pointer-events: none; }
.messages > * { width: fit-content; max-width: 100%; box-sizing: border-box; margin: 0 0 6px; padding: 6px 10px; border-radius: 6px;
  background: rgb(255 255 255 / .92); color: #1c2333; pointer-events: auto; overflow-wrap: anywhere; }
.messages .problem { display: flex; align-items: start; gap: 8px; background: #fdecea; color: #7a1c12; }
.messages .problem button { flex: none; min-height: 28px; min-width: 28px; margin: -2px -4px -2px 0; padding: 0; border-radius: 4px;
  background: none; color: inherit; font: 18px/1 system-ui, sans-serif; }
.messages .problem button::before { content: '×'; }
.messages .problem button:hover { background: rgb(122 28 18 / .12); }
.messages progress { display: block; width: 12em; max-width: 100%; height: 6px; }
:host([controls]) media-controller:not([breakpointmd]) media-volume-range,
:host([controls]) media-controller:not([breakpointsm]) media-playback-rate-button { display: none; }
media-controller:not([breakpointsm]) media-time-display { font-size: 12px; padding: 0 4px; }
media-controller:not([breakpointsm]) select { max-width: 5.5em; }
media-controller:not([breakpointsm]):has(select:not([hidden])) media-time-display { display: none; }
`;
