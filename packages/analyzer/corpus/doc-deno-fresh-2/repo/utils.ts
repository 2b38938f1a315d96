import { createDefine } from "fresh";

export const define = createDefine<{ title: string }>();
