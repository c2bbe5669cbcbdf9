/** Comments, texts in quotes, and words of JavaScript or names of HTML tags. */
const PARTS =
  /(\/\/(?!cdn).*|<!--[^]*?-->|^#.*)|('[^'\n]*'|"[^"\n]*"|`[^`]*`)|(\b(?:import|export|from|const|let|for|of|return|function|await|new|default)\b|(?<=<\/?)[\w-]+(?=[\s>]))/gm;

const CLASSES = ['comment', 'quote', 'word'] as const;

/**
 * Code as HTML, with spans around comments, texts in quotes and key words.
 *
 * @example
 * markCode(`const a = 'b'; // <c>`);
 * // → '<span class="word">const</span> a = <span class="quote">&#39;b&#39;</span>; <span class="comment">// &lt;c&gt;</span>'
 */
export function markCode(code: string): string {
  let html = '';
  let end = 0;
  for (const match of code.matchAll(PARTS)) {
    const kind = CLASSES.find((_, i) => match[i + 1] !== undefined)!;
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => SIGNS[sign]);
}
