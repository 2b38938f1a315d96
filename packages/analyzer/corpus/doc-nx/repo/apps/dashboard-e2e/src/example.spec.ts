import { expect, test } from '@playwright/test';

test('shows rooms', async ({ page }) => {
  await page.goto('/');
  expect(await page.locator('p').innerText()).toContain('Oak');
});
