# One image for every process of the server: api, worker and the operator's commands.
# The server has no build step: Node runs the TypeScript sources. It does not do so under node_modules, hence the workspace
# tree is copied as it is. Only the dashboard is built.
# Tags are for development; a release pins each image by the digest in deploy/images.lock.json (bin/release-image).
ARG NODE_IMAGE=node:24.21.0-trixie-slim
ARG BUILDX_IMAGE=docker/buildx-bin:0.29.1
ARG GO_IMAGE=golang:1.26.8-trixie

FROM ${BUILDX_IMAGE} AS buildx

# The proxy's program goes to servers of both kinds, whatever this image is for.
FROM --platform=$BUILDPLATFORM ${GO_IMAGE} AS proxy
WORKDIR /proxy
COPY packages/proxy ./
RUN for architecture in amd64 arm64; do \
    CGO_ENABLED=0 GOARCH=$architecture go build -trimpath -buildvcs=false -ldflags '-s -w' \
      -o /programs/longshore-proxy-$architecture . || exit 1; \
    CGO_ENABLED=0 GOARCH=$architecture go build -C limits -trimpath -buildvcs=false -ldflags '-s -w' \
      -o /programs/longshore-limits-$architecture . || exit 1; \
  done

FROM ${NODE_IMAGE} AS packages
COPY tools/pnpm /opt/pnpm
RUN /opt/pnpm/install.sh /opt/pnpm
ENV PATH=/opt/pnpm/node_modules/.bin:$PATH
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/server/package.json apps/server/
COPY packages/addresses/package.json packages/addresses/
COPY packages/analyzer/package.json packages/analyzer/
COPY packages/archive/package.json packages/archive/
COPY packages/process/package.json packages/process/
COPY packages/remote/package.json packages/remote/
COPY packages/source/package.json packages/source/
RUN pnpm install --prod --frozen-lockfile --filter @longshore/server... \
  # What is in it, for whoever has to answer for it.
  && pnpm sbom --sbom-format cyclonedx --sbom-type application --prod --filter @longshore/server --out /app/sbom.cdx.json \
  # Types, source maps and C sources are never read at run time.
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# Files for browsers: the same for every machine, and nothing that makes them is in the image.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS dashboard
COPY tools/pnpm /opt/pnpm
RUN /opt/pnpm/install.sh /opt/pnpm
ENV PATH=/opt/pnpm/node_modules/.bin:$PATH
WORKDIR /dashboard
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.json ./
COPY apps/dashboard/package.json apps/dashboard/
COPY packages/analyzer/package.json packages/analyzer/
COPY packages/sdk/package.json packages/sdk/
RUN pnpm install --frozen-lockfile --filter @longshore/dashboard...
COPY tools/build-dashboard.ts tools/dashboard-licenses.ts tools/
COPY packages/analyzer/src/variables/secret-name.ts packages/analyzer/src/variables/
COPY packages/sdk/src packages/sdk/src
COPY apps/dashboard apps/dashboard
RUN node tools/build-dashboard.ts

FROM ${NODE_IMAGE}
# Servers are reached by the system's own SSH client, repositories by git.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates git openssh-client && rm -rf /var/lib/apt/lists/*
# Nothing in the image installs packages any more.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
  && groupadd --gid 10001 longshore \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin longshore \
  # New volumes take over these folders' owners: the link's socket, fetched sources, uploads, and the engine's store.
  && install --directory --owner longshore --group longshore --mode 0700 /run/longshore /var/lib/longshore \
    /var/lib/longshore/imports /var/lib/restate /var/backups/longshore
WORKDIR /app
# Builds run on the servers; this program only speaks to them.
COPY --from=buildx /buildx /usr/libexec/docker/cli-plugins/docker-buildx
COPY --from=proxy /programs /usr/local/lib/longshore/proxy
COPY --from=packages /app ./
COPY --from=dashboard /dashboard/apps/dashboard/dist apps/dashboard/dist
COPY LICENSE NOTICE compose.yaml ./
COPY deploy deploy
COPY apps/server/migrations apps/server/migrations
COPY apps/server/src apps/server/src
COPY packages/addresses/src packages/addresses/src
COPY packages/analyzer/src packages/analyzer/src
COPY packages/archive/src packages/archive/src
COPY packages/process/src packages/process/src
COPY packages/remote/src packages/remote/src
COPY packages/source/src packages/source/src
ENV NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled
# With the flags of the entry point: what was compiled with others is not used.
RUN printf '#!/bin/sh\nexec node --disable-proto=delete --max-semi-space-size=8 /app/apps/server/src/main.ts "$@"\n' \
    > /usr/local/bin/longshore-server && chmod 755 /usr/local/bin/longshore-server && longshore-server compile
USER 10001:10001
EXPOSE 8460
# Node is process 1 and handles SIGTERM itself: stop taking work, finish or hand over, exit.
STOPSIGNAL SIGTERM
ENTRYPOINT ["longshore-server"]
CMD ["api"]
