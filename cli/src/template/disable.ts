import type { Command } from 'commander';
import { defineSwitch } from './set-enabled.ts';

export const define = (command: Command): void => defineSwitch(command, 'disable');
