/**
 * Where `charter` begins. JavaScript, because the cache must be on before the first TypeScript is read: what
 * strips the types is loaded only for what the cache lacks, and then weighs 13 MB for as long as the process
 * lives.
 */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Inside the checkout: the cache is code, and a shared temporary folder is other people's too.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/charter'));

await import('./src/main.ts');
