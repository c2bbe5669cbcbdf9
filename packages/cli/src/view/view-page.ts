import type { LanguageCode } from '@odori/runtime/internal/catalog';
import { type Message, say } from '../language/message.js';
import type { Shell } from '../shell.js';
import type { Show } from './arrange-show.js';
import type { ShowAddresses } from './show-files.js';
import { describeShow, showName, showProblems } from './show-lines.js';

/**
 * Attributes of `<odori-player>` that the command line sets; an empty text is an attribute without a value.
 */
export type PlayerAttributes = Readonly<Record<string, string | undefined>>;

/** The page with the player: a tag, and below it what it shows. It has no other script. */
export function viewPage(
  show: Show,
  addresses: ShowAddresses,
  attributes: PlayerAttributes,
  console: Shell,
): string {
  const lines = describeShow(show).map(({ label, text }) => ({
    label: console.text(label),
    text: console.text(text),
  }));
  const set = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const alt = lines.map(({ text }) => text).join('; ');
  const player = { ...addresses.player, ...Object.fromEntries(set), alt };
  const children = addresses.children.map(
    (child) => `<${child.tag}${Object.entries(child.attributes).map(attributeText).join('')}></${child.tag}>`,
  );
  const facts = lines.map(({ label, text }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(text)}</dd>`);
  const problems = showProblems(show).map((line) => `<li>${escapeHtml(console.text(line))}</li>`);
  const terms = termsOf(show);
  const says = console.text(say(show.members.length > 1 ? 'models-say' : 'model-says'));
  return pageOf(
    console.language,
    showName(show),
    `<odori-player${Object.entries(player).map(attributeText).join('')}>${children.join('')}</odori-player>
<main>
<h1>${escapeHtml(showName(show))}</h1>
<dl>${facts.join('')}</dl>
${problems.length > 0 ? `<ul>${problems.join('')}</ul>` : ''}
${terms === '' ? '' : `<h2>${escapeHtml(says)}</h2>\n<p class="terms">${escapeHtml(terms)}</p>`}
</main>`,
    '<script type="module" src="player/odori-player.js"></script>',
  );
}

/** What the authors of the models write in them, which mostly contains terms of use. */
function termsOf({ model, members }: Show): string {
  const models = members.length > 0 ? members.map((member) => member.model) : model ? [model] : [];
  const texts = models.flatMap(({ pmx }) => [pmx.comment.trim(), pmx.commentEn.trim()]);
  return [...new Set(texts)].join('\n\n').trim();
}

/** The page in place of the player when the files cannot be shown. */
export function problemPage(message: Message, console: Shell): string {
  const text = (each: Message): string => escapeHtml(console.text(each));
  return pageOf(
    console.language,
    console.text(say('page-not-shown')),
    `<main>
<h1>${text(say('cannot-be-shown'))}</h1>
<p>${text(message)}</p>
<p>${text(say('mend-and-reload'))}</p>
</main>`,
  );
}

function pageOf(language: LanguageCode, title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – odori view</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="view.css">
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

function attributeText([name, value]: readonly [string, string | undefined]): string {
  if (value === undefined) return '';
  return value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`;
}

/** Names and texts come from files. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export const VIEW_STYLE = `body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
odori-player { display: block; width: 100%; height: 100vh; height: 100dvh; }
main { max-width: 45rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 2rem; font-size: 1.1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
dt { color: light-dark(#0b6e72, #66cfcd); }
dd { margin: 0; }
.terms { white-space: pre-wrap; }
`;

/** A curve, and a keyframe as a diamond. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b6e72"/><path d="M5 25C18 25 14 7 27 7" fill="none" stroke="#fff" stroke-width="2.5"/><path d="M16 10l6 6-6 6-6-6z" fill="#ffd9a0"/></svg>
`;
