import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * Sets a property of an object while a value is given; without one, the object has the value that it had before. Sets it anew with
 * another `cause`.
 */
export function useProperty<T extends object, K extends keyof T>(
  object: T,
  name: K,
  value: T[K] | undefined,
  cause?: unknown,
  useAnyEffect: typeof useEffect = useLayoutEffect,
): void {
  useAnyEffect(() => {
    if (value === undefined) return undefined;
    const before = object[name];
    object[name] = value;
    return () => {
      object[name] = before;
    };
  }, [object, name, value, cause]);
}

/** The value of the last render, for what runs between renders. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** The list of the last render if its items are the same; for effects, a list of another identity is another list. */
export function useSameList<T>(list: readonly T[]): readonly T[] {
  const last = useRef(list);
  const { current } = last;
  const isSame = current.length === list.length && list.every((item, i) => item === current[i]);
  const result = isSame ? current : list;
  useLayoutEffect(() => {
    last.current = result;
  });
  return result;
}

/** Calls props of these names with the events of a target: `onTimeUpdate` with those of the type `timeupdate`. */
export function useEvents(
  target: EventTarget | RefObject<EventTarget | null>,
  props: object,
  names: readonly string[] = Object.keys(props).filter((name) => name.startsWith('on')),
): void {
  const latest = useLatest(props as Readonly<Record<string, ((event: Event) => void) | undefined>>);
  useEffect(() => {
    const aborter = new AbortController();
    for (const name of names) {
      const call = (event: Event): void => latest.current[name]?.(event);
      unwrap(target)?.addEventListener(name.slice(2).toLowerCase(), call, aborter);
    }
    return () => aborter.abort();
  }, [target, String(names), latest]);
}

/** What a ref refers to, or the thing itself. */
export function unwrap<T extends object>(
  thing: T | RefObject<T | null> | null | undefined,
): T | null | undefined {
  return thing && 'current' in thing ? thing.current : thing;
}
