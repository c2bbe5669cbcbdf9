import { element } from '../../../shared/dom.js';
import { fileText, visibleText } from '../../../shared/file-text.js';
import { say, sayAround } from '../../../shared/language/texts.js';

type Words = Readonly<Record<string, string>>;

/** Entries whose values are words of the format. */
const RULES: Words = {
  allowAntisocialOrHateUsage: 'Antisocial or hateful use',
  allowExcessivelySexualUsage: 'Excessively sexual use',
  allowExcessivelyViolentUsage: 'Excessively violent use',
  allowPoliticalOrReligiousUsage: 'Political or religious use',
  allowRedistribution: 'Passing it on',
  allowedUserName: 'Who may use the avatar',
  avatarPermission: 'Who may use the avatar',
  commercialUsage: 'Commercial use',
  commercialUssageName: 'Commercial use',
  creditNotation: 'Credit',
  modification: 'Changes',
  sexualUssageName: 'Sexual use',
  violentUssageName: 'Violent use',
};

/** Entries with a text of the author. */
const NOTES: Words = {
  contactInformation: 'Contact',
  copyrightInformation: 'Copyright',
  otherLicenseUrl: 'Other license',
  otherPermissionUrl: 'Other terms',
  reference: 'Based on',
  references: 'Based on',
  thirdPartyLicenses: 'Licenses of others',
  version: 'Version',
};

/** The words of VRM 0.x and 1.0. */
const ANSWERS: Words = {
  true: 'yes',
  false: 'no',
  Allow: 'yes',
  Disallow: 'no',
  Everyone: 'everyone',
  ExplicitlyLicensedPerson: 'whom the author permits it',
  OnlyAuthor: 'the author only',
  allowModification: 'yes',
  allowModificationRedistribution: 'yes, and passing them on',
  corporation: 'yes, companies too',
  everyone: 'everyone',
  onlyAuthor: 'the author only',
  onlySeparatelyLicensedPerson: 'whom the author permits it',
  personalNonProfit: 'no',
  personalProfit: 'yes, but no companies',
  prohibited: 'no',
  required: 'necessary',
  unnecessary: 'not necessary',
};

/** `Commercial use: no`. An entry that the format does not have keeps its name. */
export function termLine(key: string, value: string | boolean): HTMLElement {
  const rule = wordOf(RULES, key);
  const label = rule ?? wordOf(NOTES, key);
  const hasWords = rule !== undefined || typeof value === 'boolean';
  const answer = hasWords ? wordOf(ANSWERS, String(value)) : undefined;
  const name = label === undefined ? fileText(wordsOf(key)) : say(label);
  return sayAround(element('li'), '{name}: {value}', {
    name: [element('span', { class: 'quiet' }, name)],
    value: [answer === undefined ? linkOf(String(value)) : say(answer)],
  });
}

/** Names of entries come from files: one may be `constructor`. */
function wordOf(words: Words, name: string): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined;
}

/** The license of an avatar: VRM 0.x has words of its own. */
export function licenseText(license: string): HTMLElement | string {
  if (license === '') return say('The file does not say.');
  if (license === 'Redistribution_Prohibited') return say('It must not be passed on.');
  return linkOf(license.replace(/^CC_[A-Z_]+$/, (name) => name.replace('_', ' ').replaceAll('_', '-')));
}

/** A text from a file, as a link if it is an address on the web. */
function linkOf(text: string): HTMLElement {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return fileText(text);
  return element('a', { href: text, rel: 'noopener noreferrer', target: '_blank' }, licenseName(text));
}

/**
 * `https://vrm.dev/licenses/1.0/` → `VRM Public License 1.0`. The address itself if the license is not well
 * known.
 */
function licenseName(address: string): string {
  const commons = CREATIVE_COMMONS.exec(address);
  if (commons) return `CC${commons[1] ? ` ${commons[1].toUpperCase()}` : '0'} ${commons[2]}`;
  const vrm = /^https:\/\/vrm\.dev\/licenses\/([\d.]+)/.exec(address);
  return vrm ? `VRM Public License ${vrm[1]}` : visibleText(address);
}

const CREATIVE_COMMONS =
  /^https?:\/\/creativecommons\.org\/(?:publicdomain\/zero|licenses\/([a-z-]+))\/([\d.]+)/;

/** `leftUpperLeg` → `left upper leg` */
export function wordsOf(key: string): string {
  return visibleText(key.replace(/[A-Z][a-z]*/g, (word) => ` ${word.toLowerCase()}`).replaceAll('_', ' '));
}
