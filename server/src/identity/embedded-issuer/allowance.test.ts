import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  assertEmbeddedIssuerAllowed,
  BEYOND_LOOPBACK_SENTENCE,
  BEYOND_LOOPBACK_SETTING,
} from './allowance.ts';

for (const host of [
  '127.0.0.1',
  '127.255.1.2',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  'localhost',
  'LocalHost',
]) {
  test(`the embedded issuer is allowed on the loopback host ${host}`, () =>
    assertEmbeddedIssuerAllowed({ host, allowance: undefined }));
}

const BEYOND = [
  '0.0.0.0',
  '::',
  '',
  '192.168.1.4',
  '10.0.0.1',
  '128.0.0.1',
  'fe80::1',
  'charter.example',
  '127.1',
  'localhost.example',
];

for (const host of BEYOND) {
  test(`the embedded issuer is rejected on the host '${host}' without the setting that allows it`, () => {
    for (const allowance of [
      undefined,
      '',
      'true',
      'yes',
      BEYOND_LOOPBACK_SENTENCE.toUpperCase(),
      `${BEYOND_LOOPBACK_SENTENCE} `,
    ]) {
      assert.throws(
        () => assertEmbeddedIssuerAllowed({ host, allowance }),
        (error: Error) =>
          error.message.includes(BEYOND_LOOPBACK_SETTING) &&
          error.message.includes(`"${BEYOND_LOOPBACK_SENTENCE}"`),
      );
    }
    assertEmbeddedIssuerAllowed({
      host,
      allowance: 'anyone-who-reaches-this-service-may-sign-in-as-anyone',
    });
  });
}
