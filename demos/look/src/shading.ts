import { createMmdLight, type Look, type MmdModel, type ShadowBorders } from '@odori/model';
import { BasicShadowMap, PCFShadowMap } from 'three';
import { checkBox, selectBox } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import type { Viewport } from '../../shared/viewport.js';

/**
 * Lights a model as a new MMD project does, and connects the controls that choose its look, its shadows and
 * its outlines.
 */
export function addShading(viewport: Viewport, model: MmdModel): void {
  const { scene, renderer } = viewport;
  scene.add(createMmdLight());
  renderer.shadowMap.enabled = true;
  const borders = byId('borders', HTMLSelectElement);
  selectBox('look', (look) => {
    model.surface.look = look as Look;
    borders.disabled = look === 'plain'; // it has no shadows on the model
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
