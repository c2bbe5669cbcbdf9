import { createMmdLight, type Look, type MmdModel, type ShadowBorders } from '@odori/model';
import { BasicShadowMap, PCFShadowMap } from 'three';
import { checkBox, selectBox } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import type { Viewport } from '../../shared/viewport.js';
import { SceneLights } from './scene-lights.js';

/**
 * Lights a model as a new MMD project does, or as a scene of three.js, and connects the controls that choose
 * its look, its shadows and its outlines.
 */
export function addShading(viewport: Viewport, model: MmdModel): void {
  const { scene, renderer } = viewport;
  const light = createMmdLight();
  const sceneLights = new SceneLights(viewport, model);
  scene.add(light);
  renderer.shadowMap.enabled = true;
  const borders = byId('borders', HTMLSelectElement);
  const groundShadow = byId('ground-shadow', HTMLInputElement);
  selectBox('look', (look) => {
    model.surface.look = look as Look;
    model.surface.groundShadow.visible = groundShadow.checked;
    model.surface.groundShadowBrightness = look === 'scene' ? 0.5 : 1; // the sun is brighter than MMD's light
    borders.disabled = look !== 'shaded'; // the others have no shadows on the model, or three.js's
    light.visible = look !== 'scene';
    sceneLights.isOn = look === 'scene';
    viewport.refresh();
  });
  selectBox('borders', (shadows) => {
    model.surface.shadows = shadows as ShadowBorders;
    renderer.shadowMap.type = shadows === 'mmd' ? BasicShadowMap : PCFShadowMap;
    viewport.refresh();
  });
  checkBox('ground-shadow', (isShown) => {
    model.surface.groundShadow.visible = isShown;
    viewport.refresh();
  });
  checkBox('outlines', (isShown) => {
    model.surface.outline.visible = isShown;
    viewport.refresh();
  });
}
