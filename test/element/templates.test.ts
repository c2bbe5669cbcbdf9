import type { MotionInputs, OdoriPlayerElement } from '@odori/element';
import '@odori/element/svelte';
import '@odori/element/vue';
import type { SvelteHTMLElements } from 'svelte/elements';
import { describe, expectTypeOf, test } from 'vitest';
import type { GlobalComponents } from 'vue';

describe('templates of Vue', () => {
  type Tag = InstanceType<GlobalComponents['odori-player']>;
  type Props = Tag['$props'];

  test('take files and text, and the events of the player', () => {
    expectTypeOf<Props['motion']>().toEqualTypeOf<MotionInputs | null | undefined>();
    expectTypeOf<{ controls: true; onEnded: () => void; onMotionchange: () => void }>().toExtend<Props>();
    expectTypeOf<{ quality: 'best' }>().not.toExtend<Props>();
  });

  test('a ref of the tag is the element', () => expectTypeOf<Tag>().toExtend<OdoriPlayerElement>());

  test('know dancers and stages', () => {
    expectTypeOf<{ model: string; turn: number }>().toExtend<
      InstanceType<GlobalComponents['odori-dancer']>['$props']
    >();
    expectTypeOf<{ src: Blob }>().toExtend<InstanceType<GlobalComponents['odori-stage']>['$props']>();
  });
});

describe('Svelte', () => {
  type Props = SvelteHTMLElements['odori-player'];

  test('takes files and text, and the events of the player', () => {
    expectTypeOf<Props['motion']>().toEqualTypeOf<MotionInputs | null | undefined>();
    expectTypeOf<{ controls: true; onended: () => void; onmotionchange: () => void }>().toExtend<Props>();
    expectTypeOf<{ quality: 'best' }>().not.toExtend<Props>();
  });

  test('knows dancers and stages', () => {
    expectTypeOf<{ model: string; turn: number }>().toExtend<SvelteHTMLElements['odori-dancer']>();
    expectTypeOf<{ src: Blob }>().toExtend<SvelteHTMLElements['odori-stage']>();
  });
});
