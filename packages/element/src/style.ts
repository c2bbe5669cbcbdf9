/** Its own sheet on dark pages: browsers of 2023 know no `:state()`. */
export const DARK_STYLE = ':host { color-scheme: dark; }';

/** Style sheet of the element's shadow root. */
export const STYLE = `
:host { display: block; position: relative; aspect-ratio: 16 / 9; overflow: hidden; contain: layout paint;
  background: #e3eaeb; color: #17242a; font: 14px/1.4 system-ui, sans-serif;
  --_floor: rgb(255 255 255 / .65); --_shadow: rgb(0 0 0 / .25); --_surface: rgb(255 255 255 / .88); --_strong: #0b6e72; }
@supports (color: light-dark(red, red)) {
  :host { background: light-dark(#e3eaeb, #10181c); color: light-dark(#17242a, #e3ebed);
    --_floor: light-dark(rgb(255 255 255 / .65), rgb(255 255 255 / .14)); --_shadow: light-dark(rgb(0 0 0 / .25), rgb(0 0 0 / .55));
    --_surface: light-dark(rgb(255 255 255 / .88), rgb(16 24 28 / .88)); --_strong: light-dark(#0b6e72, #66cfcd); }
}
:host([hidden]) { display: none; }
:host(:fullscreen) { width: 100%; height: 100%; aspect-ratio: auto; }
[hidden] { display: none !important; }
media-controller { display: block; width: 100%; height: 100%; line-height: inherit; --media-background-color: transparent;
  --_accent: var(--odori-accent, #66cfcd); --media-primary-color: #fff; --media-control-background: transparent;
  --media-control-hover-background: rgb(255 255 255 / .16); --media-range-bar-color: var(--_accent);
  --media-range-thumb-background: var(--_accent); --media-range-track-background: rgb(255 255 255 / .4);
  --media-range-track-border-radius: 2px; --media-focus-box-shadow: inset 0 0 0 2px var(--_accent);
  --media-tooltip-background: rgb(12 18 22 / .9); --media-tooltip-arrow-color: rgb(12 18 22 / .9);
  --media-tooltip-container-margin: 6px; }
.picture { display: block; position: absolute; inset: 0; outline-offset: -3px; color: var(--odori-floor, var(--_floor));
  text-decoration-color: var(--odori-shadow, var(--_shadow)); transition: color 1ms, text-decoration-color 1ms; }
:host(:fullscreen) .picture { touch-action: none !important; }
.picture:focus-visible { outline: 3px solid var(--_accent); }
canvas { display: block; position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
.picture.unseen canvas { visibility: hidden; }
.poster { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
media-control-bar { display: flex; align-items: center; direction: ltr; position: relative; isolation: isolate; box-sizing: border-box; padding: var(--_slider) 6px 0; min-height: 62px; --_slider: 18px; }
media-control-bar > * { flex-shrink: 0; }
media-control-bar:not(:empty)::before { content: ''; position: absolute; z-index: -1; inset: -28px 0 0; pointer-events: none;
  background: linear-gradient(rgb(8 14 18 / 0), rgb(8 14 18 / .56) 32px, rgb(8 14 18 / .78)); }
media-controller[userinactive]:not([mediapaused]) media-control-bar { pointer-events: none; }
media-time-range { position: absolute; top: 0; left: 6px; width: calc(100% - 12px); height: var(--_slider); min-height: 0; --media-control-hover-background: transparent; }
media-volume-range { width: 76px; height: 44px; min-height: 0; --media-control-hover-background: transparent; }
media-time-display { padding: 0 8px; font-variant-numeric: tabular-nums; }
media-playback-rate-button { min-width: 44px; justify-content: center; }
.space { flex: 1; }
button, select { box-sizing: border-box; border: 0; margin: 0; color: inherit; background: none; font: inherit; cursor: pointer; }
button svg { display: block; width: 24px; height: 24px; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }
media-control-bar > :is(button, select) { position: relative; min-height: 44px; padding: 10px; color: #fff; font: bold 14px/1.7 system-ui, sans-serif; }
media-control-bar > :is(button, select, media-play-button, media-mute-button, media-playback-rate-button, media-fullscreen-button) { border-radius: 8px; }
media-control-bar > :is(button, select):hover { background: rgb(255 255 255 / .16); }
media-control-bar > button[aria-pressed='true'] { color: var(--_accent); }
media-control-bar > :is(button, select):focus-visible { outline: 2px solid var(--_accent); outline-offset: -2px; }
media-control-bar > select { flex-shrink: 1; min-width: 44px; max-width: 10em; padding: 0 6px; text-overflow: ellipsis; }
[part=offset-panel] { position: absolute; right: 6px; bottom: 100%; display: grid; grid-template-columns: 44px minmax(0, 1fr) 44px; align-items: center;
  box-sizing: border-box; width: 264px; max-width: calc(100% - 12px); padding: 8px; border-radius: 10px; background: rgb(12 18 22 / .97); color: #fff; font-variant-numeric: tabular-nums; }
[part=offset-panel] > span { grid-area: 1 / 1 / 2 / 3; padding-left: 6px; font-weight: bold; }
[part=offset-panel] output { grid-area: 1 / 2 / 2 / 4; justify-self: end; padding-right: 6px; }
[part=offset-panel] input { width: 100%; margin: 0; accent-color: var(--_accent); cursor: pointer; }
[part=offset-panel] button { min-height: 44px; border-radius: 8px; font-weight: bold; }
[part=offset-panel] button:last-child { grid-column: 1 / 4; border: 1px solid rgb(255 255 255 / .4); min-height: 36px; }
[part=offset-panel] button:hover { background: rgb(255 255 255 / .16); }
[part=offset-panel] button:disabled { opacity: .5; cursor: default; }
[part=offset-panel] :focus-visible { outline: 2px solid var(--_accent); outline-offset: -2px; }
select option { color: #1c2333; background: #fff; }
button media-tooltip { max-width: 0; overflow-x: clip; opacity: 0; transition: opacity .3s, max-width 0s 9s; }
button:is(:hover, :focus-visible) media-tooltip { max-width: 100vw; opacity: 1; transition: opacity .3s; }
.play { width: 76px; height: 76px; border-radius: 50%; display: grid; place-items: center; color: #fff; background: rgb(11 110 114 / .88);
  box-shadow: 0 2px 16px rgb(0 0 0 / .3); transition: scale .2s; }
.play svg { width: 60%; height: 60%; fill: currentColor; }
media-controller:not([breakpointmd]) .play { width: 64px; height: 64px; }
media-controller:not([breakpointsm]) .play { width: 48px; height: 48px; }
media-controller:not([breakpointsm]):has(.play:not([hidden]))::part(centered) { justify-content: end; padding-bottom: 10px; }
.play:hover { scale: 1.06; }
.play:focus-visible, .sound:focus-visible { outline: 3px solid #fff; outline-offset: -6px; }
.sound:focus-visible { outline-color: #0b6e72; outline-offset: -4px; }
.sound { display: flex; align-items: center; gap: 8px; margin: 12px; min-height: 44px; padding: 0 18px 0 14px; border-radius: 22px;
  color: #0d2a2c; background: #fff; font: bold 15px/1.2 system-ui, sans-serif; box-shadow: 0 2px 12px rgb(0 0 0 / .35); }
media-controller:not([breakpointmd]) .sound { margin: 8px; padding: 0 13px 0 10px; gap: 6px; font-size: 13px; }
media-controller::part(centered) { bottom: var(--_bar, 0px); gap: 14px; }
media-controller:has(media-control-bar:not([hidden])) { --_bar: 62px; }
media-controller:is(:not([breakpointmd]), :has(.poster:not([hidden]))):has(.play:not([hidden])) { --_bar: 0px; }
media-controller:is(:not([breakpointmd]), :has(.poster:not([hidden]))):has(.play:not([hidden])) media-control-bar { display: none; }
.progress { display: grid; gap: 6px; justify-items: center; padding: 10px 14px; border-radius: 10px; background: var(--_surface); font-variant-numeric: tabular-nums; }
.progress.aside { position: absolute; top: 12px; right: 12px; padding: 8px 12px; font-size: 12px; }
.progress.aside progress { width: 7em; }
.progress progress { appearance: none; width: 11em; max-width: 50vw; height: 4px; border: 0; border-radius: 2px; overflow: hidden; background: rgb(127 140 145 / .35); }
.progress progress::-webkit-progress-bar { background: none; }
.progress progress::-webkit-progress-value { background: var(--_strong); }
.progress progress::-moz-progress-bar { background: var(--_strong); }
[part=hint] { margin: 0; max-width: 26em; padding: 0 20px; text-align: center; font-size: 15px; line-height: 1.5; text-wrap: balance; opacity: .8; }
[part=hint][role] { padding: 10px 14px; border-radius: 10px; background: var(--_surface); opacity: 1; }
.progress, [part=hint] { animation: appear .3s .25s backwards; }
@keyframes appear { from { opacity: 0; } }
.messages { position: absolute; inset: 8px 8px auto; max-height: calc(100% - 78px); overflow: auto; pointer-events: none; }
media-controller:has(.sound:not([hidden])) + .messages { top: 64px; }
.messages > * { width: fit-content; max-width: 100%; box-sizing: border-box; margin: 0 0 6px; padding: 6px 10px; border-radius: 6px;
  background: rgb(255 255 255 / .92); color: #1c2333; pointer-events: auto; overflow-wrap: anywhere; }
.messages .problem { display: flex; align-items: start; gap: 8px; background: #fdecea; color: #7a1c12; }
.problem button { flex: none; min-height: 28px; min-width: 28px; margin: -2px -4px -2px 0; padding: 0; border-radius: 4px; font: 18px/1 system-ui, sans-serif; }
.problem button::before { content: '×'; }
.problem button:hover { background: rgb(122 28 18 / .12); }
media-controller:not([breakpointmd]) media-volume-range,
media-controller:not([breakpointsm]) media-playback-rate-button,
media-controller:not([breakpointxs]) :is(media-time-display, [part=offset-button]) { display: none; }
media-controller:not([breakpointmd]) media-time-display { font-size: 12px; padding: 0 4px; }
media-controller:not([breakpointlg]) media-control-bar > select { max-width: 5.5em; }
media-controller:not([breakpointmd]):has(select:not([hidden]), [part=ar-button]) media-time-display,
media-controller:not([breakpointml]):has(select:not([hidden])):has([part=ar-button]) media-time-display,
media-controller:not([breakpointlg]):has([part=vr-button], [part=ar-button]) media-volume-range,
media-controller:not([breakpointmd]):has([part=vr-button], [part=ar-button]) :is(media-playback-rate-button, [part=offset-button]) { display: none; }
media-controller:not([breakpointsm]) media-control-bar > button { padding: 10px 6px; }
@media (hover: none) { media-control-bar > *::part(tooltip), media-tooltip { display: none; } }
@media (pointer: coarse) {
  media-control-bar { --_slider: 24px; }
  media-time-range { --media-time-range-hover-height: 44px; --media-time-range-hover-bottom: -4px; --media-range-thumb-width: 16px; --media-range-thumb-height: 16px; }
  .problem button { min-height: 44px; min-width: 44px; }
}
@media (prefers-reduced-motion: reduce) { .play { transition: none; } .progress, [part=hint] { animation: none; } }
`;
