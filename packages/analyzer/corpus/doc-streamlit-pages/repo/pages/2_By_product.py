import streamlit as st

st.header("By product")
