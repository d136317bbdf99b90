# syntax=docker/dockerfile:1
# Three images from one build: web (site and API), agent, migrate (migrations, backup, restore). Settings come from the environment at start.
# Each runs the lock file's Node on distroless Debian, not as root (docs/decisions/021-images.md).
#   docker build --target web -t ovoz-web .
ARG BUILD_IMAGE=node:24-bookworm-slim
ARG RUN_IMAGE=gcr.io/distroless/cc-debian12:nonroot

FROM ${BUILD_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
RUN command -v strip || (apt-get update && apt-get install -y --no-install-recommends binutils)
RUN strip -o /node node_modules/node/bin/node

FROM packages AS build
COPY . .
RUN NEXT_OUTPUT=standalone npm run build
# .next/standalone has what middleware, site and side processes need; the rest is traced from the entry points.
RUN node scripts/build/image.ts /image && mkdir -p /image/data/models && chmod -R 700 /image/data

FROM ${RUN_IMAGE} AS run
COPY --from=packages /node /usr/local/bin/node
COPY --from=build --chown=65532:65532 /image/data /data
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATA_DIR=/data
USER 65532
VOLUME /data
STOPSIGNAL SIGTERM

FROM run AS migrate
COPY --from=build --chown=root:root /image/migrate ./
CMD ["node", "scripts/migrate.ts"]

FROM run AS agent
COPY --from=build --chown=root:root /image/agent ./
ENV NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536
EXPOSE 8081
CMD ["node", "agent/supervisor.ts"]

FROM run AS web
COPY --from=build --chown=root:root /image/web ./
ENV HOSTNAME=0.0.0.0 PORT=3000 KEEP_ALIVE_TIMEOUT=75000 NEXT_MANUAL_SIG_HANDLE=true NODE_OPTIONS="--max-http-header-size=81920 --dns-result-order=ipv4first"
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server.js"]
