# The container runs one process on one volume. docs/operations.md describes how to run it.
ARG NODE=24-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
# Needed to compile better-sqlite3 where no prebuilt binary is available.
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 make g++ ca-certificates \
 && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
# Uses the project's own install step instead of `npm ci`: docs/decisions/0002-one-install-step.md
RUN node scripts/install.mjs
COPY . .
RUN npm run build && node scripts/prune.mjs

FROM node:${NODE} AS runtime
ENV APP_ENV=production \
    NODE_ENV=production \
    DATA_DIR=/data \
    PORT=3000 \
    NODE_OPTIONS="--max-semi-space-size=16 --max-old-space-size=1024"
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/db/migrations ./db/migrations
COPY --from=build /app/scripts ./scripts
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]

# For hosts whose volumes belong to root: the first process gives /data to `node`, then becomes `node`.
FROM runtime AS fly
CMD ["node", "scripts/start-as-node.mjs"]

# The default image never runs as root.
FROM runtime
USER node
CMD ["node", "--enable-source-maps", "build/server.js"]
