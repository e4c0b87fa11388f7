import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_SCRYPT, hashSecret, unmatchableHash, verifySecret } from './secret-hash.ts';

const CHEAP = { ln: 10, r: 8, p: 1 };

describe('the hash of a secret', () => {
  it('contains its parameters, a salt and a digest only', async () => {
    const [one, two] = await Promise.all([hashSecret('secret', CHEAP), hashSecret('secret', CHEAP)]);
    assert.match(one, /^\$scrypt\$ln=10,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.notEqual(one, two);
    assert.match(unmatchableHash(), new RegExp(`^\\$scrypt\\$ln=${DEFAULT_SCRYPT.ln},r=8,p=3\\$`));
  });

  it('matches only the right secret', async () => {
    const hash = await hashSecret('sécret', CHEAP);
    assert.equal(await verifySecret('sécret', hash), true);
    for (const wrong of ['Sécret', 'sécret ', '', hash]) assert.equal(await verifySecret(wrong, hash), false);
    assert.equal(await verifySecret('sécret', unmatchableHash(CHEAP)), false);
  });

  it('is verified with its own parameters', async () => {
    const hash = await hashSecret('secret', { ln: 11, r: 4, p: 2 });
    assert.equal(await verifySecret('secret', hash), true);
    assert.equal(await verifySecret('secret', hash.replace('ln=11', 'ln=10')), false);
  });

  it('is rejected when it is malformed or has excessive parameters', async () => {
    for (const hash of ['', 'secret', '$scrypt$ln=10,r=8,p=1$short$short', '$argon2id$v=19$m=1$a$b']) {
      await assert.rejects(verifySecret('secret', hash), /malformed/);
    }
    await assert.rejects(verifySecret('secret', unmatchableHash({ ln: 30, r: 8, p: 1 })));
  });
});
