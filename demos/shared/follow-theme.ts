/** Calls back now and whenever the reader's colour scheme changes. */
export function followTheme<Theme>(day: Theme, night: Theme, onTheme: (theme: Theme) => void): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const tell = (): void => onTheme(isDark.matches ? night : day);
  isDark.addEventListener('change', tell);
  tell();
}
