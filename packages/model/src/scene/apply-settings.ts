import type { Pmm, PmmModel } from '@odori/format';
import { AdditiveBlending, Color, SRGBColorSpace } from 'three';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { CAPTURE } from '../screens/capture-mode.js';
import type { SceneAccessory } from './scene-accessory.js';
import type { SceneBackground } from './scene-background.js';

/** Applies a project's display settings to a model: draw order, shadows, edges, additive blending. */
export function applySettings(
  model: MmdModel,
  { display }: Pmm,
  { selfShadow, edgeWidth, additive }: PmmModel,
  order: ModelOrder,
): void {
  const { surface } = model;
  const { mesh, outline, groundShadow } = surface;
  groundShadow.renderOrder = order.groundShadow;
  mesh.renderOrder = order.body;
  outline.renderOrder = order.edges;
  mesh.castShadow = mesh.receiveShadow = selfShadow !== 0;
  groundShadow.visible = display.showGroundShadow !== 0;
  surface.groundShadowBrightness = finiteOr(1, display.groundShadowBrightness);
  if (display.transparentGroundShadow === 0) surface.groundShadowOpacity = 1;
  outline.visible = edgeWidth > 0;
  surface.edgeWidth = finiteOr(1, edgeWidth);
  // The edges of a PMD have no color in the file; those of a PMX do.
  if (model.rig.definition.fromPmd) surface.edgeColor = colorOf(display.edgeColor);
  if (additive === 0) return;
  for (const material of [mesh.material].flat()) material.blending = AdditiveBlending;
}

/**
 * Applies a project's display settings to an accessory: draw order, ground shadow. It has its place in the
 * scene already.
 */
export function applyAccessorySettings(accessory: SceneAccessory, pmm: Pmm, order: number): void {
  const { display } = pmm;
  const { loaded, holder } = accessory;
  accessory.renderOrder = order;
  accessory.showsGroundShadow = display.showGroundShadow !== 0;
  if (!loaded) return;
  if (holder.parent) loaded.ground = holder.parent;
  loaded.groundShadow.renderOrder = pmm.accessories.length; // with those of the models
  loaded.groundShadowBrightness = finiteOr(1, display.groundShadowBrightness);
  if (display.transparentGroundShadow === 0) loaded.groundShadowOpacity = 1;
}

/** `color`: r g b, 0..255. */
function colorOf([r, g, b]: readonly number[]): Color {
  return new Color().setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
}

function finiteOr(fallback: number, value: number): number {
  return Number.isFinite(value) ? value : fallback;
}

/**
 * Shows on the screens, the surfaces with the texture `screen.bmp`, what the project says, see
 * {@link CAPTURE}. The film of the background is shown whether it is also behind the scene or not; without a
 * film, the picture; only accessories show them.
 */
export function showScreens(
  { display: { captureMode } }: Pmm,
  models: readonly (MmdModel | undefined)[],
  accessories: readonly (SceneAccessory | undefined)[],
  { film, picture }: SceneBackground,
): void {
  for (const model of models) if (model?.surface.screens) model.surface.screens.captureMode = captureMode;
  for (const accessory of accessories) {
    const screens = accessory?.loaded?.screens;
    if (!screens) continue;
    if (captureMode === CAPTURE.film) screens.texture = film?.texture ?? picture;
    screens.captureMode = captureMode;
  }
}

/** The places of a model in the draw order, as `renderOrder` of three. */
interface ModelOrder {
  readonly groundShadow: number;
  readonly body: number;
  readonly edges: number;
}

/** The draw order of a project, from 0. */
interface DrawOrder {
  /** By index in the project. */
  readonly models: readonly ModelOrder[];
  readonly accessories: readonly number[];
}

/**
 * The draw order of a project: the accessories that are drawn before the models; all ground shadows; all
 * bodies; all edges; the other accessories. Each group is in the project's order.
 */
export function drawOrder({ models, accessories, display }: Pmm): DrawOrder {
  const rankOf = inOrder(models);
  const accessoryRankOf = inOrder(accessories);
  const count = models.length;
  const first = accessories.length;
  const isBefore = (order: number): boolean => order < display.accessoriesAfterModels;
  return {
    models: rankOf.map((rank) => ({
      groundShadow: first + rank,
      body: first + count + rank,
      edges: first + 2 * count + rank,
    })),
    accessories: accessories.map(({ drawOrder: order }, i) =>
      isBefore(order) ? accessoryRankOf[i] : first + 3 * count + accessoryRankOf[i],
    ),
  };
}

/** The rank of each item by `drawOrder`, equal ones by index. */
function inOrder(items: readonly { readonly drawOrder: number }[]): number[] {
  const sorted = [...items.keys()].sort((a, b) => items[a].drawOrder - items[b].drawOrder || a - b);
  const ranks = items.map(() => 0);
  sorted.forEach((index, rank) => (ranks[index] = rank));
  return ranks;
}
