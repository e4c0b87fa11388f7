/** Files of templates in PostgreSQL. A file is complete once its row has the hash, by which readers find it. */
import { type BlobStore, CHUNK_BYTES } from '../domain/catalog/blob-ports.ts';
import { columns, json, number, text } from '../kernel/columns.ts';
import { newId } from '../kernel/ids.ts';
import { type Database, isUniqueViolation, sql, statements } from '../kernel/sql.ts';

const SIZE = columns<{ sha256: string; size: number }>({
  sha256: text(),
  size: number(sql`size::double precision`),
});

const BYTES = json<Buffer | null>(sql`string_agg(c.bytes, ''::bytea order by c.place)`);

export function blobStore(db: Database, tenantId: string): BlobStore {
  const { tenant, all, first, write } = statements(db, tenantId);
  return {
    async begin(at) {
      const id = newId();
      await write`insert into charter.blobs (tenant_id, blob_id, used_at) values (${tenant}, ${id}, ${at})`;
      return id;
    },

    async append(blobId, place, bytes) {
      await write`
        insert into charter.blob_chunks (tenant_id, blob_id, place, bytes)
        values (${tenant}, ${blobId}, ${place}, ${Buffer.from(bytes)})`;
    },

    async finish(blobId, { sha256, size }, at) {
      try {
        const written = await write`
          update charter.blobs set sha256 = ${sha256}, size = ${size}, used_at = ${at}
           where tenant_id = ${tenant} and blob_id = ${blobId}`;
        return written === 1;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    async discard(blobId) {
      await write`
        delete from charter.blobs where tenant_id = ${tenant} and blob_id = ${blobId} and sha256 is null`;
    },

    async touch(sha256, at) {
      const touched = await first(SIZE)`
        update charter.blobs set used_at = greatest(used_at, ${at})
         where tenant_id = ${tenant} and sha256 = ${sha256} returning ${SIZE}`;
      return touched?.size;
    },

    async sizes(hashes) {
      if (hashes.length === 0) return new Map();
      const found = await all(SIZE)`
        select ${SIZE} from charter.blobs where tenant_id = ${tenant} and sha256 = any (${hashes}::text[])`;
      return new Map(found.map(({ sha256, size }) => [sha256, size]));
    },

    async read(sha256, start, end) {
      const from = Math.floor(start / CHUNK_BYTES);
      const bytes = await first(BYTES)`
        select ${BYTES.source}
          from charter.blobs b
          join charter.blob_chunks c on c.tenant_id = b.tenant_id and c.blob_id = b.blob_id
         where b.tenant_id = ${tenant} and b.sha256 = ${sha256}
           and c.place between ${from} and ${Math.floor((end - 1) / CHUNK_BYTES)}`;
      return (bytes ?? Buffer.alloc(0)).subarray(start - from * CHUNK_BYTES, end - from * CHUNK_BYTES);
    },

    /*
     * Updates the row of each file, so that a concurrent removal either sees the new time or has deleted the row first;
     * in the second case this returns false.
     */
    async hold({ type, id }, hashes, at) {
      const wanted = [...new Set(hashes)];
      const held = await write`
        with found as materialized (
          select blob_id from charter.blobs
           where tenant_id = ${tenant} and sha256 = any (${wanted}::text[]) order by sha256 for no key update
        )
        update charter.blobs b set used_at = greatest(b.used_at, ${at}) from found
         where b.tenant_id = ${tenant} and b.blob_id = found.blob_id`;
      if (held < wanted.length) return false;
      await write`
        with gone as (
          delete from charter.blob_holders h
           where h.tenant_id = ${tenant} and h.holder_type = ${type} and h.holder_id = ${id}
             and h.sha256 <> all (${wanted}::text[])
          returning h.sha256
        )
        update charter.blobs b set used_at = greatest(b.used_at, ${at}) from gone
         where b.tenant_id = ${tenant} and b.sha256 = gone.sha256`;
      await write`
        insert into charter.blob_holders (tenant_id, sha256, holder_type, holder_id)
        select ${tenant}, s, ${type}, ${id} from unnest(${wanted}::text[]) s
        on conflict do nothing`;
      return true;
    },

    async removeUnused({ used, failed }) {
      await write`
        delete from charter.blob_holders h
         where h.tenant_id = ${tenant} and h.holder_type = 'job'
           and not exists (
             select from charter.jobs j
              where j.tenant_id = ${tenant} and j.job_id = h.holder_id::uuid
                and j.status <> 'completed' and (j.status <> 'failed' or j.last_action_at > ${failed}))`;
      return write`
        delete from charter.blobs b
         where b.tenant_id = ${tenant} and b.used_at < ${used}
           and not exists (
             select from charter.blob_holders h where h.tenant_id = ${tenant} and h.sha256 = b.sha256)`;
    },
  };
}
