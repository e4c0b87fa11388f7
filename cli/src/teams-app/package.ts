import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { serviceAt } from '../address.ts';
import { addOutputOptions } from '../api-command.ts';
import { environment } from '../environment.ts';
import { usage } from '../exit-codes.ts';
import { createOutput, type OutputOptions } from '../output.ts';
import { readVersion } from '../package-files.ts';
import type { TeamsAppOptions } from './manifest.ts';

interface Options extends OutputOptions {
  publicUrl?: string;
  clientId?: string;
  version: string;
  name: string;
  developer: string;
  privacyUrl?: string;
  termsUrl?: string;
  out: string;
}

const GUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const VERSION = /^\d+\.\d+\.\d+$/;

/** Maximum lengths of texts in the manifest's schema. */
const LONGEST_NAME = 30;
const LONGEST_DEVELOPER = 32;

/** The version of the command line without the suffix of a development version, which Microsoft Teams rejects. */
const defaultVersion = (): string => readVersion().replace(/-.*$/, '');

/** @throws CommandFailure (wrong usage) */
function addressOf(address: string | undefined): string {
  if (address === undefined) throw usage('Give --public-url <address>, or set CHARTER_PUBLIC_URL.');
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:') {
    throw usage(`Teams opens https addresses only. --public-url must begin with https://: ${address}`);
  }
  return serviceAt(url.href);
}

/** @throws CommandFailure (wrong usage) */
function clientIdOf(id: string | undefined): string {
  if (id === undefined) throw usage('Give --client-id <id>, or set CHARTER_PORTAL_TEAMS_APP.');
  if (!GUID.test(id)) {
    throw usage(`--client-id must be the application (client) id of the app registration, a GUID: ${id}`);
  }
  return id.toLowerCase();
}

/** @throws CommandFailure (wrong usage) */
function shortText(option: string, text: string, longest: number): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > longest) {
    throw usage(`${option} must have 1 to ${longest} letters.`);
  }
  return trimmed;
}

/** @throws CommandFailure (wrong usage) */
function pageOf(option: string, address: string | undefined, fallback: string): string {
  const url = address !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && url?.protocol !== 'https:') throw usage(`${option} must begin with https://.`);
  return url?.href ?? fallback;
}

/** @throws CommandFailure (wrong usage) */
function read(options: Options): TeamsAppOptions {
  if (!VERSION.test(options.version)) throw usage('--version must be three numbers, as in 1.2.0.');
  const address = addressOf(options.publicUrl ?? environment.publicUrl());
  return {
    address,
    clientId: clientIdOf(options.clientId ?? environment.portalTeamsApp()),
    version: options.version,
    name: shortText('--name', options.name, LONGEST_NAME),
    developer: shortText('--developer', options.developer, LONGEST_DEVELOPER),
    privacyUrl: pageOf('--privacy-url', options.privacyUrl, `${address}/`),
    termsUrl: pageOf('--terms-url', options.termsUrl, `${address}/`),
  };
}

export function define(command: Command): void {
  addOutputOptions(command)
    .option('--public-url <address>', 'address of the portal (default: CHARTER_PUBLIC_URL)')
    .option(
      '--client-id <id>',
      'app registration in Microsoft Entra that people sign in with (default: CHARTER_PORTAL_TEAMS_APP)',
    )
    .option('--name <name>', 'name of the app in Teams', 'Charter')
    .option('--developer <name>', 'organisation that provides the app', 'Charter')
    .option('--privacy-url <address>', 'your privacy statement (default: the portal)')
    .option('--terms-url <address>', 'your terms of use (default: the portal)')
    .option('--version <version>', 'version of the app; an update needs a higher one', defaultVersion())
    .option('--out <file>', 'file to write', 'charter-teams-app.zip')
    .addHelpText(
      'after',
      `
Writes a package that a Teams administrator uploads: manifest, icons and the texts in English, French
and German. The app has two personal tabs, Home and Approvals. Asks nobody. docs/portal.md says how to
register the app in Microsoft Entra and how to set up the service.

Example:
  charter teams-app package --public-url https://charter.contoso.com \\
    --client-id 1f0c4e8a-6c1d-4c0e-9b1a-0a4d3c0b7e11 --developer Contoso`,
    )
    .action(async (options: Options) => {
      const app = read(options);
      const { zipTeamsApp } = await import('./zip.ts');
      const { manifest, bytes } = zipTeamsApp(app);
      await writeFile(options.out, bytes);
      const output = createOutput(options);
      output.result({ file: options.out, manifest }, '');
      output.note(
        `The app package is written to ${options.out}. Its application ID URI is ${manifest.webApplicationInfo.resource}.`,
      );
    });
}
