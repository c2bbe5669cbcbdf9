import { BackSide, DoubleSide, FrontSide, type Material } from 'three';

/**
 * Sets which sides of a body material are drawn. Allocates nothing.
 *
 * The plain look shows both sides of whatever is transparent; the shader drops the back in the shaded look. Shadow maps are as if it
 * were opaque: three draws the backs of what has one side.
 */
export function setBodySides(material: Material, isOpaque: boolean, isDoubleSided: boolean): void {
  material.side = isOpaque && !isDoubleSided ? FrontSide : DoubleSide;
  material.shadowSide = isOpaque || isDoubleSided ? null : BackSide;
}
