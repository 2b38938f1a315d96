import { pip, type Starter, write } from '../starter.ts'

const ignored = write('.gitignore', ['__pycache__/', '.venv/', 'db.sqlite3', 'site/'])

export const pythonStarters: readonly Starter[] = [
  {
    name: 'django',
    title: 'Django, as startproject creates it',
    steps: [
      pip(['django==5.2.19'], ['django-admin', 'startproject', 'mysite', '.'], { isInside: true }),
      write('requirements.txt', ['Django==5.2.19']),
      ignored,
    ],
    answer: 'The install worked successfully',
  },
  {
    name: 'wagtail',
    title: 'Wagtail',
    steps: [pip(['wagtail==7.0.10'], ['wagtail', 'start', 'mysite', '.'], { isInside: true })],
    answer: 'Wagtail',
  },
  {
    name: 'fastapi',
    title: 'FastAPI, fastapi-new',
    steps: [pip(['fastapi-new==0.0.7', 'uv==0.13.8'], ['fastapi-new', 'app'])],
    answer: 'Hello World',
    isQuick: true,
  },
  {
    name: 'flask',
    title: 'Flask, as its documentation begins',
    steps: [
      write('app.py', [
        'from flask import Flask',
        '',
        'app = Flask(__name__)',
        '',
        '',
        '@app.route("/")',
        'def index():',
        '    return "A page by Flask"',
      ]),
      write('requirements.txt', ['Flask==3.1.3']),
      ignored,
    ],
    answer: 'A page by Flask',
  },
  {
    name: 'streamlit',
    title: 'Streamlit, as its documentation begins',
    steps: [
      write('streamlit_app.py', ['import streamlit as st', '', 'st.title("A page by Streamlit")']),
      write('requirements.txt', ['streamlit==1.67.0']),
      ignored,
    ],
    answer: 'Streamlit',
  },
  {
    name: 'mkdocs',
    title: 'MkDocs',
    steps: [pip(['mkdocs==1.6.1'], ['mkdocs', 'new', 'app']), write('requirements.txt', ['mkdocs==1.6.1']), ignored],
    answer: 'Welcome to MkDocs',
  },
]
