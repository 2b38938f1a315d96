import { AngularNodeAppEngine, createNodeRequestHandler, isMainModule, writeResponseToNodeResponse } from '@angular/ssr/node';
import express from 'express';
import { join } from 'node:path';

const browserFolder = join(import.meta.dirname, '../browser');
const app = express();
const engine = new AngularNodeAppEngine();

app.get('/api/health', (_req, res) => {
  res.json({ status: 'up' });
});
app.use(express.static(browserFolder, { maxAge: '1y', index: false, redirect: false }));
app.use((req, res, next) => {
  engine
    .handle(req)
    .then((response) => (response ? writeResponseToNodeResponse(response, res) : next()))
    .catch(next);
});

if (isMainModule(import.meta.url)) {
  const port = process.env['PORT'] || 4000;
  app.listen(port, (error) => {
    if (error) throw error;
    console.log(`Listening on ${port}`);
  });
}

export const reqHandler = createNodeRequestHandler(app);
