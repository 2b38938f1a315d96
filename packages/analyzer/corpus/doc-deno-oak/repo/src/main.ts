import { Application } from "@oak/oak/application";
import { Router } from "@oak/oak/router";
import { dinosaurs } from "./db.ts";

const router = new Router();
router.get("/healthz", (ctx) => {
  ctx.response.body = "ok";
});
router.get("/api/dinosaurs", async (ctx) => {
  ctx.response.body = await dinosaurs.find().toArray();
});

const app = new Application();
app.use(router.routes());
app.use(router.allowedMethods());

await app.listen({ port: 8080 });
