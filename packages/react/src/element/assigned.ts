import { type RefObject, useLayoutEffect } from 'react';

/** A URL as text, for an attribute; undefined for another source. */
export function textOf(source: unknown): string | undefined {
  return typeof source === 'string' || source instanceof URL ? String(source) : undefined;
}

/** Sets a property of an element when its value changes; `isSame` says whether the element has it. */
export function useAssigned<E extends Element>(
  element: RefObject<E | null>,
  name: string,
  value: unknown,
  isSame = (target: E): boolean => target[name as keyof E] === value,
): void {
  useLayoutEffect(() => {
    const target = element.current!;
    if (value !== undefined && !isSame(target)) Reflect.set(target, name, value);
    // oxlint-disable-next-line react/exhaustive-deps -- it depends on the value
  }, [element, name, value]);
}
