import { Component } from '@angular/core'

@Component({ selector: 'app-root', template: '<h1>Portal</h1>' })
export class AppComponent {}
