import { Component } from '@angular/core';
import { environment } from '../environments/environment';

@Component({ selector: 'app-root', template: '{{ api }}' })
export class App {
  readonly api = environment.apiUrl;
}
