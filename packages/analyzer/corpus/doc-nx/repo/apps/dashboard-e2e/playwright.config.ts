import { nxE2EPreset } from '@nx/playwright/preset';
import { defineConfig } from '@playwright/test';

const baseURL = process.env['BASE_URL'] || 'http://localhost:4300';

export default defineConfig({ ...nxE2EPreset(__filename, { testDir: './src' }), use: { baseURL } });
