import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { charter } from './run-charter.ts';

describe('charter completion', () => {
  it('lets bash complete nouns, and the verbs of a noun', async () => {
    const { stdout, code } = await charter(['completion', 'bash']);
    assert.equal(code, 0);
    const complete = (...words: string[]) =>
      execFileSync('bash', [
        '-c',
        `${stdout}\nCOMP_WORDS=(charter ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _charter_complete; echo "\${COMPREPLY[@]}"`,
      ])
        .toString()
        .trim();
    assert.equal(complete('tea'), 'team teams-app');
    assert.equal(complete('approval', 're'), 'reject');
    assert.equal(complete('team', 'get', 'x'), '');
  });

  it('prints a script for zsh and one for fish, and exits with 2 for other shells', async () => {
    const { stdout } = await charter(['completion', 'zsh']);
    assert.match(stdout, /bashcompinit[\s\S]*complete .* charter$/m);
    const fish = await charter(['completion', 'fish']);
    assert.match(fish.stdout, /^complete -c charter -f -n __fish_use_subcommand -a team -d 'Teams: /m);
    assert.equal((await charter(['completion', 'cmd'])).code, 2);
  });
});
