import type { Plugin } from 'vite';

export function oracleFiles(): Plugin;
