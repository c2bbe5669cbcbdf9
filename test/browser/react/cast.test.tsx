import type { OdoriDancerElement } from '@odori/element';
import { Dancer, OdoriPlayer, Stage } from '@odori/react/element';
import { createRef } from 'react';
import { renderToString } from 'react-dom/server.browser';
import { expect, test } from 'vitest';
import { boardFile, eventually, setUpPage, show, walk } from './page.js';

setUpPage();

const SIZE = { style: { width: 80, height: 45 } };

test('dancers and a stage load, tell their events, and follow their props', async () => {
  const [left, right] = [createRef<OdoriDancerElement>(), createRef<OdoriDancerElement>()];
  const seen: string[] = [];
  const [model, other, motion, scenery] = [boardFile(), boardFile(), walk(2), boardFile()];
  const page = (isWide: boolean): void =>
    show(
      <OdoriPlayer {...SIZE}>
        <Dancer
          ref={left}
          model={model}
          motion={motion}
          position={[isWide ? -8 : -4, 0, 0]}
          onLoad={({ currentTarget }) => seen.push(`left ${currentTarget === left.current}`)}
        />
        {isWide && <Dancer ref={right} model={other} position="4 0 0" turn={90} alt="right" />}
        <Stage src={scenery} onLoad={() => seen.push('stage')} onError={() => seen.push('error')} />
      </OdoriPlayer>,
    );
  page(true);
  await eventually(() => expect(seen.toSorted()).toEqual(['left true', 'stage']));
  await eventually(() => expect(right.current?.loadedModel?.root.position.x).toBe(4));
  expect([left.current!.loadedModel!.root.position.x, right.current!.turn]).toEqual([-8, 90]);
  page(false);
  await eventually(() => expect(left.current!.loadedModel!.root.position.x).toBe(-4));
  expect(right.current).toBeNull();
  expect(seen.length).toBe(2);
});

test('a dancer that cannot be loaded says so', async () => {
  const errors: (string | undefined)[] = [];
  const broken = new File(['no model'], 'broken.pmx');
  show(
    <OdoriPlayer {...SIZE}>
      <Dancer model={broken} onError={({ currentTarget }) => errors.push(currentTarget.error?.message)} />
    </OdoriPlayer>,
  );
  await eventually(() => expect(errors).toEqual([expect.stringContaining('broken.pmx')]));
});

test('on a server, dancers and stages are tags with those props that are attributes', () => {
  const html = renderToString(
    <OdoriPlayer audio="duet.ogg">
      <Dancer model="a.pmx" motion={new URL('https://example.org/b.vmd')} position={[-4, 0, 0.5]} turn={15} />
      <Stage src={new File([], 'c.pmx')} alt="A hall" className="wide" />
    </OdoriPlayer>,
  );
  expect(html).toContain(
    '<odori-dancer model="a.pmx" turn="15" motion="https://example.org/b.vmd" position="-4 0 0.5"></odori-dancer>',
  );
  expect(html).toContain('<odori-stage alt="A hall" class="wide"></odori-stage>');
});
