import Type from 'typebox';
import { defineKind } from '../kind.ts';

export const singleton = defineKind({
  kind: 'singleton',
  does: 'lets each template of its scope make one team',
  scopes: ['templates'],
  settings: Type.Object({}),
  govern: () => ({ singleton: true }),
});
