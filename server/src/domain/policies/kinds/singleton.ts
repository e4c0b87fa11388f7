import Type from 'typebox';
import { defineKind } from '../kind.ts';

export const singleton = defineKind({
  kind: 'singleton',
  does: 'limits each template of its scope to one team',
  scopes: ['templates'],
  settings: Type.Object({}),
  govern: () => ({ singleton: true }),
});
