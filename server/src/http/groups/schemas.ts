import Type from 'typebox';
import { Collection, Model } from '../schema.ts';

const Group = Model('Group', { id: Type.String(), displayName: Type.String() });

export const Groups = Collection('Groups', Group);
