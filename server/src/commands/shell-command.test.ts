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
});
