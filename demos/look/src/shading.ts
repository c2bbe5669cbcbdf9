import { createMmdLight, type Look, type MmdModel, type ShadowBorders } from '@odori/model';
import { BasicShadowMap, PCFShadowMap } from 'three';
import { checkBox, selectBox } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import type { Viewport } from '../../shared/viewport.js';
import { type Place, SceneLights } from './scene-lights.js';

/**
 * Lights a model as a new MMD project does, or as a scene of three.js, and connects the controls that choose
 * its look, its shadows and its outlines. The address `?scene=room` begins in that scene.
 */
export function addShading(viewport: Viewport, model: MmdModel): void {
  const { surface } = model;
  const { shadowMap } = viewport.renderer;
  const light = createMmdLight();
  viewport.scene.add(light);
  shadowMap.enabled = true;
  const sceneLights = new SceneLights(viewport, model);
  const [look, place, borders] = ['look', 'scene', 'borders'].map((id) => byId(id, HTMLSelectElement));
  const groundShadow = byId('ground-shadow', HTMLInputElement);
  const asked = new URLSearchParams(location.search).get('scene');
  if (asked === 'studio' || asked === 'room') [look.value, place.value] = ['scene', asked];
  const update = (): void => {
    const isScene = look.value === 'scene';
    const isRoom = isScene && place.value === 'room';
    surface.look = look.value as Look;
    surface.shadows = borders.value as ShadowBorders;
    surface.groundShadow.visible = groundShadow.checked && !isRoom; // the room's floor has shadows of its own
    surface.groundShadowBrightness = isScene ? 0.5 : 1; // the sun is brighter than MMD's light
    groundShadow.disabled = isRoom;
    borders.disabled = look.value !== 'shaded'; // the others have no shadows on the model, or three.js's
    shadowMap.type = isScene || borders.value === 'three' ? PCFShadowMap : BasicShadowMap;
    light.visible = !isScene;
    sceneLights.show(isScene ? (place.value as Place) : undefined);
  };
  for (const id of ['look', 'scene', 'borders']) selectBox(id, update);
  checkBox('ground-shadow', update);
  checkBox('outlines', (isShown) => {
    surface.outline.visible = isShown;
    viewport.refresh();
  });
}
