import type { OdoriPlayerElement } from '@odori/element';

/** The sources of a player. */
export type Inputs = Pick<OdoriPlayerElement, 'model' | 'motion' | 'camera' | 'pose' | 'audio'>;
