/** What the figure is made of; each is one mesh. */
export type Fabric = 'skin' | 'hair' | 'dress' | 'trim' | 'cream' | 'ribbon' | 'stocking';

export const FABRICS: Readonly<Record<Fabric, string>> = {
  skin: '#ffe3d3',
  hair: '#5a3f52',
  dress: '#12868a',
  trim: '#f0a44b',
  cream: '#fff6e8',
  ribbon: '#e8604c',
  stocking: '#6d5275',
};

/** Line round everything. */
export const OUTLINE = '#3a2733';

export const FACE = {
  lash: '#3a2230',
  iris: '#0d4f57',
  irisGlow: '#3fb6ae',
  white: '#ffffff',
  brow: '#6a4a5c',
  mouth: '#8c2f3a',
  tongue: '#f08a84',
  line: '#9a4a48',
  blush: '#ff8f86',
} as const;
