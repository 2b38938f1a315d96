export const roomNames = (): string[] => ['Oak', 'Elm'];
