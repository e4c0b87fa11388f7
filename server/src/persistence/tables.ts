/** Row types of the tables that stores use through Kysely's query builder. They mirror the migrations. */
import type { ColumnType, Generated } from 'kysely';
import type { Role, Scope } from '../engine/principal.ts';

type Json = ColumnType<Record<string, unknown>, string, string>;

export interface CharterTables {
  'charter.tenants': {
    tenant_id: string;
    display_name: string;
    access_lost_at: Generated<Date | null>;
    created_at: Generated<Date>;
  };
  'charter.apps': {
    tenant_id: string;
    app_id: string;
    display_name: string;
    roles: Role[];
    scopes: Generated<Scope[] | null>;
    enabled: Generated<boolean>;
    created_at: Generated<Date>;
  };
  'charter.role_assignments': {
    tenant_id: string;
    principal_id: string;
    role: string;
    created_at: Generated<Date>;
    expires_at: Generated<Date | null>;
  };
  'charter.audit_keys': {
    key_id: string;
    public_jwk: Json;
    created_at: Date;
  };
  'charter.signing_keys': {
    key_id: string;
    private_jwk: Json;
    created_at: Generated<Date>;
  };
  'charter.issuer_sessions': {
    kind: string;
    id: string;
    grant_id: string | null;
    uid: string | null;
    payload: Json;
    expires_at: Date | null;
  };
}
