# One image for every process of the server: api, worker and the operator's commands.
# The server has no build step: Node runs the TypeScript sources. It does not do so under node_modules, hence the workspace
# tree is copied as it is. Only the dashboard is built.
# Stages that run something run on the builder's platform, except the last but one: an image for another architecture needs
# no emulation when it is built without it (COMPILED=no).
# Tags are for development; a release pins each image by the digest in deploy/images.lock.json (bin/release).
ARG NODE_IMAGE=node:24.21.0-trixie-slim
# The same image for the architecture that is built for: a local image has only one.
ARG TARGET_NODE_IMAGE=${NODE_IMAGE}
ARG BUILDX_IMAGE=docker/buildx-bin:0.29.1
ARG GO_IMAGE=golang:1.26.8-trixie
# no: the image starts a little slower, since each process compiles the sources itself.
ARG COMPILED=yes

FROM ${BUILDX_IMAGE} AS buildx

FROM ${TARGET_NODE_IMAGE} AS node

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

# The large programs, compressed: the worker unpacks what it uses into its own folder.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS programs
COPY tools/images/compress-programs.ts /
COPY --from=proxy /programs /programs/proxy
COPY --from=buildx /buildx /programs/buildx/docker-buildx
RUN node /compress-programs.ts /programs/proxy /programs/buildx

# Debian packages without a package manager, and Node without debug symbols.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS system
ARG TARGETARCH
RUN apt-get update && apt-get install --yes --no-install-recommends binutils-multiarch ca-certificates
COPY tools/images/assemble-system.sh /
RUN /assemble-system.sh "$TARGETARCH" /system
COPY --from=node /usr/local/bin/node /system/usr/local/bin/node
RUN strip --strip-unneeded /system/usr/local/bin/node
# With the flags that the sources are compiled with: otherwise Node ignores the result.
RUN printf '#!/bin/sh\nexec node --disable-proto=delete --max-semi-space-size=8 /app/apps/server/src/main.ts "$@"\n' \
    > /system/usr/local/bin/longshore-server && chmod 755 /system/usr/local/bin/longshore-server

# Without compiled parts, so the same for every architecture.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS packages
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
  # The list of its parts, for people who have to answer for them.
  && pnpm sbom --sbom-format cyclonedx --sbom-type application --prod --filter @longshore/server --out /app/sbom.cdx.json
COPY tools/images/prune-packages.sh /
RUN /prune-packages.sh /app/node_modules

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

# The documentation, for people who use this version.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS docs
COPY tools/pnpm /opt/pnpm
RUN /opt/pnpm/install.sh /opt/pnpm
ENV PATH=/opt/pnpm/node_modules/.bin:$PATH
WORKDIR /docs
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml tsconfig.json ./
COPY docs/package.json docs/
RUN pnpm install --frozen-lockfile --filter @longshore/docs...
COPY ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md ROADMAP.md SECURITY.md SUPPORT.md ./
COPY apps/server/openapi.json apps/server/
COPY e2e/README.md e2e/
COPY packages/sdk/README.md packages/sdk/
COPY tools/build-docs.ts tools/dashboard-licenses.ts tools/finish-check.ts tools/source-files.ts tools/
COPY tools/sdk/document.ts tools/sdk/
COPY tools/docs tools/docs
COPY docs docs
RUN node tools/build-docs.ts --compressed

FROM scratch AS app
COPY --from=system /system /
WORKDIR /app
# Builds run on the servers; buildx only speaks to them.
COPY --from=programs /programs/buildx /usr/libexec/docker/cli-plugins
COPY --from=programs /programs/proxy /usr/local/lib/longshore/proxy
COPY --from=packages /app ./
COPY --from=dashboard /dashboard/apps/dashboard/dist apps/dashboard/dist
COPY --from=docs /docs/dist/docs dist/docs
COPY LICENSE NOTICE compose.yaml ./
COPY deploy deploy
COPY catalog catalog
COPY apps/server/migrations apps/server/migrations
COPY apps/server/src apps/server/src
COPY packages/addresses/src packages/addresses/src
COPY packages/analyzer/src packages/analyzer/src
COPY packages/archive/src packages/archive/src
COPY packages/process/src packages/process/src
COPY packages/remote/src packages/remote/src
COPY packages/source/src packages/source/src
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production NODE_COMPILE_CACHE=/app/.compiled

FROM app AS compiled-yes
RUN longshore-server compile

FROM app AS compiled-no

FROM compiled-${COMPILED}
USER 10001:10001
EXPOSE 8460
# Node is process 1 and handles SIGTERM itself: stop taking work, finish or hand over, exit.
STOPSIGNAL SIGTERM
ENTRYPOINT ["longshore-server"]
CMD ["api"]
