import streamlit as st

st.map()
