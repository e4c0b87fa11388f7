# The image of Charter: the service, the built portal and the pinned Node. It needs an external PostgreSQL, because it
# contains no embedded one. It is built in a checkout, or in the unpacked archive of a release (docs/deploy.md).
#
# BUILD needs Node 20 or newer with npm. BASE only needs a C++ library: Node comes from the npm package that the lock
# file pins.
ARG BUILD=docker.io/library/node:24-bookworm-slim
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BUILD} AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY cli/package.json cli/
COPY sdk/package.json sdk/
COPY portal/package.json portal/

FROM manifests AS portal
COPY tsconfig.json ./
COPY sdk sdk
COPY templates/starters templates/starters
COPY portal portal
# The archive of a release has the built portal instead of its sources.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=cache,target=/root/.npm \
    if [ ! -d portal/dist ]; then \
      npm ci --omit=dev --ignore-scripts --workspace=portal \
      && node node_modules/vite/bin/vite.js build portal --mode release; \
    fi

# koffi is the only optional package in the image: the others are the programs of the embedded PostgreSQL, and build
# tools. npm can't install one of them, so the first installation has all, and the second has none.
FROM manifests AS dependencies
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --workspace=server --include-workspace-root \
 && mv node_modules/koffi node_modules/@koromix /tmp/ \
 && npm ci --omit=dev --omit=optional --workspace=server --include-workspace-root \
 && mv /tmp/koffi /tmp/@koromix node_modules/ \
 && mv node_modules/node/node_modules/node-linux-*/LICENSE node_modules/node/ \
 && rm -r node_modules/node/node_modules package-lock.json .npmrc portal

FROM ${BASE} AS service
RUN groupadd --gid 10001 charter \
 && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin charter \
 && install --directory --owner=10001 --group=10001 --mode=0700 /data
WORKDIR /app
ENV PATH=/app/node_modules/.bin:$PATH
COPY --from=dependencies /app ./
COPY LICENSE openapi.json *.md ./
COPY docs docs
COPY runtime runtime
COPY templates templates
COPY sdk sdk
COPY cli cli
COPY server server
COPY --from=portal /app/portal/dist portal/dist
ARG COMMIT
# npm did not link the command, because it ran before server/bin was copied.
RUN ln -s ../../server/bin/charter.js node_modules/.bin/charter \
 && if [ -n "$COMMIT" ]; then echo "$COMMIT" > server/COMMIT; fi

# Compiles the sources at build time, so a start needs neither type stripping nor a writable folder. Node finds the cache
# only as the user that created it.
FROM service AS compiled
RUN install --directory --owner=10001 node_modules/.cache node_modules/.cache/charter
USER 10001:10001
RUN charter serve --help > /dev/null \
 && node --eval "require('node:module').enableCompileCache('node_modules/.cache/charter'); import('/app/server/src/main.ts')" \
 && chmod -R a+rX node_modules/.cache

FROM service
COPY --from=compiled --chown=0:0 /app/node_modules/.cache node_modules/.cache
ENV HOST=0.0.0.0 \
    CHARTER_HEALTH_PORT=3001 \
    CHARTER_DATA_DIR=/data
EXPOSE 3000 3001
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.CHARTER_HEALTH_PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
ENTRYPOINT ["charter"]
CMD ["serve"]
