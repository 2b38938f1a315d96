export const environment = { apiUrl: 'https://api.timesheet.example' };
