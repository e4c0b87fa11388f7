import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../config.ts';
import { shellCommand } from './shell-command.ts';

describe('a command for a shell', () => {
  it('hides the passwords of a database URL with several hosts', () => {
    const config = readConfig({
      DATABASE_URL: 'postgres://u:secret@a:5432,b/charter?target_session_attrs=read-write&password=other',
    });
    const command = shellCommand(undefined, config, readConfig({}), 'token');
    assert.match(
      command,
      /^DATABASE_URL='postgres:\/\/u:PASSWORD@a:5432,b\/charter\?target_session_attrs=read-write&password=PASSWORD' /,
    );
    assert.doesNotMatch(command, /secret|other/);
  });

  it('names the settings of a node that has no owner’s URL, and hides its secrets', () => {
    const config = readConfig({
      CHARTER_SERVICE_DATABASE_URL: 'postgres://app:secret@db/charter',
      CHARTER_SECRET_KEY: 'secret '.repeat(8),
    });
    const command = shellCommand(undefined, config, readConfig({}), 'token');
    assert.match(
      command,
      /^CHARTER_SERVICE_DATABASE_URL=postgres:\/\/app:PASSWORD@db\/charter CHARTER_SECRET_KEY=KEY /,
    );
    assert.doesNotMatch(command, /secret/);
  });
});
