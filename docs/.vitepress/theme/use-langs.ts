import { useData } from 'vitepress';
import { computed, type ComputedRef } from 'vue';

interface Link {
  readonly text: string;
  readonly link: string;
}

/**
 * The language of the page and links to the others, in place of VitePress' own function of this name: the
 * language menu leads to the same page if it is translated, otherwise to the home page of the language.
 */
export function useLangs({ correspondingLink = false } = {}): {
  localeLinks: ComputedRef<Link[]>;
  currentLang: ComputedRef<{ label: string; link: string }>;
} {
  const { site, localeIndex, page, frontmatter, hash } = useData();
  const homeOf = (key: string): string => (key === 'root' ? '/' : `/${key}/`);
  const currentLang = computed(() => ({
    label: site.value.locales[localeIndex.value].label,
    link: homeOf(localeIndex.value),
  }));
  const localeLinks = computed(() => {
    const path = page.value.relativePath
      .slice(currentLang.value.link.length - 1)
      .replace(/(?:(^|\/)index)?\.md$/, '$1');
    const translated = (frontmatter.value['languages'] ?? []) as string[];
    return Object.entries(site.value.locales)
      .filter(([key]) => key !== localeIndex.value)
      .map(([key, { label }]) => ({
        text: label,
        link:
          correspondingLink && translated.includes(key) ? `${homeOf(key)}${path}${hash.value}` : homeOf(key),
      }));
  });
  return { localeLinks, currentLang };
}
