/** Builds the client into the folder from which the server hands it out; in development, talks to a server beside it. */
import { defineConfig } from "vitest/config";

const server = process.env.SANDTABLE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  build: {
    outDir: "../src/sandtable/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    // The symbols change seldom, so that browsers may keep them when the rest is new.
    rollupOptions: { output: { manualChunks: { symbols: ["milsymbol"] } } },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  test: { include: ["tests/**/*.test.ts"] },
});
