/**
 * VRM avatars that dance in @react-three/fiber. Needs `@pixiv/three-vrm`.
 *
 * @module @odori/react/vrm
 */
'use client';

export { VrmModel, type VrmModelProps, type VrmSource } from './vrm-model.js';
